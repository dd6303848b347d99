void hitlrun_release_program_pages(void);
