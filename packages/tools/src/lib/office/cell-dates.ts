/** The form in which a number of days is shown. */
export type DateForm = 'date' | 'time' | 'duration';

/** Excel takes no longer one. */
const MOST_CODE = 255;

/** The form that a number format gives; null for a format of plain numbers. @param code as the workbook writes it */
export function dateFormOf(code: string): DateForm | null {
  const positive = code.slice(0, MOST_CODE).split(';', 1)[0] ?? '';
  if (/\[(?:h+|m+|s+)\]/i.test(positive)) return 'duration';
  const letters = positive.replaceAll(/"[^"]*"|\\.|[_*].|\[[^\]]*\]|general|am\/pm|a\/p/gi, '').toLowerCase();
  const hasTime = /[hs]/.test(letters);
  // Without hours and seconds beside it, `m` is a month.
  if (/[dy]/.test(letters) || (!hasTime && letters.includes('m'))) return 'date';
  return hasTime ? 'time' : null;
}

/** The form of a format that is known by its number alone; those from 27 on are of East Asian editions. */
export function builtinDateForm(id: number): DateForm | null {
  if (id === 46) return 'duration';
  if ((id >= 18 && id <= 21) || (id >= 32 && id <= 35) || id === 45 || id === 47) return 'time';
  const isDate = (id >= 14 && id <= 17) || id === 22 || (id >= 27 && id <= 31) || id === 36 || (id >= 50 && id <= 58);
  return isDate ? 'date' : null;
}

const DAY_MS = 86_400_000;
const LAST_DAY = 2_958_465;

export interface DateDisplay {
  readonly form: DateForm;
  /** Days are counted from 1904 on; else from 1900, which Excel takes for a leap year. */
  readonly from1904: boolean;
}

/** A number of days as an ISO date, with the time of day unless that is midnight, or as a time; null if Excel cannot show it as one. */
export function isoDate(days: number, { form, from1904 }: DateDisplay): string | null {
  if (!(days >= 0 && days <= LAST_DAY + 1)) return null;
  const total = Math.round(days * DAY_MS);
  const [day, rest] = [Math.floor(total / DAY_MS), total % DAY_MS];
  if (form === 'duration') return duration(total);
  const time = clock(rest);
  if (form === 'time' && day === 0) return time;
  const date = dayOf(day, from1904);
  return rest === 0 ? date : `${date}T${time}`;
}

function dayOf(day: number, from1904: boolean): string {
  if (from1904) return iso(Date.UTC(1904, 0, 1) + day * DAY_MS);
  if (day === 60) return '1900-02-29';
  return iso(Date.UTC(1899, 11, day < 60 ? 31 : 30) + day * DAY_MS);
}

function iso(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}

function clock(ms: number): string {
  return new Date(ms).toISOString().slice(11, ms % 1000 === 0 ? 19 : 23);
}

function duration(ms: number): string {
  return `${Math.floor(ms / 3_600_000)}${clock(ms % 3_600_000).slice(2)}`;
}
