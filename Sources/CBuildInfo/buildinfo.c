#include "buildinfo.h"

#ifndef RUNRATE_COMMIT
#define RUNRATE_COMMIT
#endif
#ifndef RUNRATE_COMMIT_DATE
#define RUNRATE_COMMIT_DATE
#endif

// Defined without quotes, which shells and build systems would each take off once.
#define AS_TEXT(...) #__VA_ARGS__
#define TEXT_OF(macro) AS_TEXT(macro)

const char *build_commit(void) { return TEXT_OF(RUNRATE_COMMIT); }

const char *build_commit_date(void) { return TEXT_OF(RUNRATE_COMMIT_DATE); }
