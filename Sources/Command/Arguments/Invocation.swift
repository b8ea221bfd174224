/// A command with everything that it was told.
package struct Invocation: Sendable, Equatable {
  package var command: CommandName
  package var options: Options

  package init(command: CommandName, options: Options = Options()) {
    self.command = command
    self.options = options
  }
}

/// What a command line asks for.
package enum Request: Sendable, Equatable {
  /// Help for one command, or for all.
  case help(CommandName?)
  case version
  case perform(Invocation)
}
