import Feed
import Store
import Timeline
import Values

extension StoredEvents {
  /// The events as lines of a log. `namesApps`: with the app, where there are several.
  func lines(_ strings: StringTable, namesApps: Bool) -> [(time: Instant, json: JSONValue)] {
    events.events.map { event in
      (event.time, event.line(of: user, events.bytes, strings, namesApp: namesApps))
    }
  }
}
