/* Stands in for the bash of Git for Windows, which no registry of packages has: it is started and ended as that would be,
   and reports a directory as that does. A script that sleeps never ends. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <windows.h>

int main(int count, char **words) {
  const char *script = count == 3 && strcmp(words[1], "-c") == 0 ? words[2] : NULL;
  if (script == NULL) return 2;
  if (strcmp(script, ":") == 0) return 0;
  if (strstr(script, "sleep") != NULL) Sleep(INFINITE);
  char directory[MAX_PATH];
  GetCurrentDirectoryA(sizeof directory, directory);
  for (char *at = directory; *at != '\0'; at += 1) if (*at == '\\') *at = '/';
  FILE *report = fopen(getenv("DRAGOMAN_REPORT"), "wb");
  fprintf(report, "%s/src\n%c", directory, '\0');
  fclose(report);
  printf("%s\n", words[0]);
  fprintf(stderr, "%s", getenv("GITHUB_TOKEN") == NULL ? "no secret" : "a secret");
  return 7;
}
