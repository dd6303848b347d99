// This file is @langchain/langgraph/zod for files that also import zod/v3.

import * as zod3 from "zod/v3";
import { plugIn } from "./zod_plugin";

export * from "./zod";

plugIn(zod3);
