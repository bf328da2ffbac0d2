export { type Diagnosis, diagnose, type Finding } from '../lib/diagnosis.ts';
