/** The language of the client's texts. All dates and times are formatted here. */
const LANGUAGE = 'en-GB';

function formatter(options: Intl.DateTimeFormatOptions): (date: Date | number) => string {
  let format: Intl.DateTimeFormat | undefined;
  return (date) => {
    // Only when it is needed: creating one takes some 0.1 ms.
    format ??= new Intl.DateTimeFormat(LANGUAGE, options);
    return format.format(date);
  };
}

/** 21:14 */
export const formatClock = formatter({ hour: '2-digit', minute: '2-digit' });
/** 21:14:03 */
export const formatSecond = formatter({ timeStyle: 'medium' });
/** Monday */
export const formatWeekday = formatter({ weekday: 'long' });
/** Mon */
export const formatShortWeekday = formatter({ weekday: 'short' });
/** Mon 21:14 */
export const formatShortWeekdayTime = formatter({ weekday: 'short', hour: '2-digit', minute: '2-digit' });
/** Monday 9 March */
export const formatWeekdayAndDay = formatter({ weekday: 'long', day: 'numeric', month: 'long' });
/** 9 March */
export const formatDay = formatter({ day: 'numeric', month: 'long' });
/** 9 Mar */
export const formatShortDay = formatter({ day: 'numeric', month: 'short' });
/** March */
export const formatMonth = formatter({ month: 'long' });
/** March 2026 */
export const formatMonthOfYear = formatter({ month: 'long', year: 'numeric' });
/** 9 March 2026 */
export const formatDate = formatter({ day: 'numeric', month: 'long', year: 'numeric' });
/** 9 Mar 2026 */
export const formatShortDate = formatter({ day: 'numeric', month: 'short', year: 'numeric' });
/** 9 Mar 2026, 21:14 */
export const formatShortMoment = formatter({ dateStyle: 'medium', timeStyle: 'short' });
/** 9 March 2026 at 21:14 */
export const formatMoment = formatter({ dateStyle: 'long', timeStyle: 'short' });
/** Monday 9 March 2026 at 21:14 */
export const formatFullMoment = formatter({ dateStyle: 'full', timeStyle: 'short' });
/** 9 March 2026 in UTC, for days that the server counts */
export const formatUtcDate = formatter({ day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' });
/** Mar in UTC, as `formatUtcDate` */
export const formatUtcMonth = formatter({ month: 'short', timeZone: 'UTC' });
