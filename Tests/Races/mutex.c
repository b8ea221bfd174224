// Tells the thread sanitizer what it cannot see of Swift's Mutex on Linux.
//
// Its fast way, one atomic exchange, is inlined where it is used, and seen. Where threads have to wait
// for one another it is _lockSlow and _unlockSlow of a library that was built without the sanitizer: what
// one thread wrote under the Mutex then seems to race with what the next one does. A program of a dozen
// lines shows it: threads that append to one array under one Mutex are reported, but not with this file.
//
// The linker (--wrap) leads calls of the two through here. Nothing is suppressed: what is not under a
// Mutex is reported as before.

#include <stdint.h>

void __tsan_acquire(void *address);
void __tsan_release(void *address);

#define METHOD __attribute__((swiftcall))
#define SELF __attribute__((swift_context)) void *mutex
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

METHOD void real_lock(uint32_t thread, SELF) __asm__("__real_" LOCK);
METHOD void real_unlock(SELF) __asm__("__real_" UNLOCK);
METHOD void seen_lock(uint32_t thread, SELF) __asm__("__wrap_" LOCK);
METHOD void seen_unlock(SELF) __asm__("__wrap_" UNLOCK);

METHOD void seen_lock(uint32_t thread, SELF) {
  real_lock(thread, mutex);
  __tsan_acquire(mutex);
}

METHOD void seen_unlock(SELF) {
  __tsan_release(mutex);
  real_unlock(mutex);
}
