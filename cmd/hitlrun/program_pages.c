//go:build linux

#define _GNU_SOURCE
#include <link.h>
#include <stdint.h>
#include <stddef.h>
#include <sys/mman.h>
#include <unistd.h>

#include "program_pages.h"

// release takes the parts of an object that are not written. dl_iterate_phdr calls it first for the program; 1 ends the search.
static int release(struct dl_phdr_info *object, size_t size, void *unused) {
	uintptr_t page = (uintptr_t)sysconf(_SC_PAGESIZE);
	for (int i = 0; i < object->dlpi_phnum; i++) {
		const ElfW(Phdr) *part = &object->dlpi_phdr[i];
		if (part->p_type != PT_LOAD || part->p_flags & PF_W) {
			continue;
		}
		uintptr_t from = (object->dlpi_addr + part->p_vaddr) & ~(page - 1);
		uintptr_t to = object->dlpi_addr + part->p_vaddr + part->p_memsz;
		madvise((void *)from, to - from, MADV_DONTNEED);
	}
	return 1;
}

void hitlrun_release_program_pages(void) { dl_iterate_phdr(release, NULL); }
