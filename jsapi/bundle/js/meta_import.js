
import { __hitlrun_meta } from "hitlrun:meta";
