export const CLOCK_TEXTS = {
  minutes: (clock: string) => `In 20 minutes, ${clock}`,
  hour: (clock: string) => `In an hour, ${clock}`,
  hours: (clock: string) => `In three hours, ${clock}`,
  evening: (clock: string) => `This evening, ${clock}`,
  nextEvening: (clock: string) => `Tomorrow evening, ${clock}`,
  tomorrow: (clock: string) => `Tomorrow, ${clock}`,
  date: 'A date...',
  choices: 'When',
  at: 'Date and time',
} as const;
