import { REPORT_REASONS, type ReportReason } from '@oniverse/contracts';
import { formatDate } from '../../../ui/dates.js';
import { useNow } from '../../../ui/now.js';
import { Select } from '../../../ui/select.js';
import { REASON_TEXTS } from '../../safety/reports/index.js';
import { CASES_TEXTS as TEXTS, SUSPENSION_DAYS, type SuspensionLength } from './cases.texts.js';

const DAY_MS = 86_400_000;
const RULES = REPORT_REASONS.map((value) => ({ value, title: REASON_TEXTS[value] }));
const LENGTHS = [
  '1',
  '3',
  '7',
  '14',
  '30',
  '90',
  '365',
  'ever',
] as const satisfies readonly SuspensionLength[];

/** Returns when a suspension of a length ends; undefined without an end. @param now in ms */
export function untilOf(length: SuspensionLength, now: number): string | undefined {
  const days = SUSPENSION_DAYS[length];
  return days === null ? undefined : new Date(now + days * DAY_MS).toISOString();
}

interface MeasureFieldsProps {
  rule: ReportReason;
  setRule: (rule: ReportReason) => void;
  length: SuspensionLength;
  /** Absent for a measure without an end. */
  setLength?: (length: SuspensionLength) => void;
}

/** The rule that was broken, and how long a suspension is. */
export function MeasureFields({ rule, setRule, length, setLength }: MeasureFieldsProps) {
  const now = useNow();
  const lengths = LENGTHS.map((value) => {
    const until = untilOf(value, now);
    return { value, title: TEXTS.length(until === undefined ? null : formatDate(new Date(until)), value) };
  });
  return (
    <div className="case-page__fields">
      <Select label={TEXTS.rule} options={RULES} value={rule} onChange={setRule} />
      {setLength && <Select label={TEXTS.until} options={lengths} value={length} onChange={setLength} />}
    </div>
  );
}
