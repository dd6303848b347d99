import * as __hitlrun_entry from $ENTRY;
__hitlrun.exports(__hitlrun_entry);
