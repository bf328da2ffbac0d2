/* Rust's programs ask this library of Windows 10 for random bytes, and Wine 8 has none of the name. */
#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID target, ULONG size);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE target, SIZE_T size) { return SystemFunction036(target, size); }
