import { authorSchema } from '../people/profiles.js';
import { atMost, field, firstViolation, LINE, PROSE, readField, required } from '../shared/field-rules.js';
import { isRecord } from '../shared/is-record.js';
import { type Phrase, phrases, tooLong } from '../shared/phrases.js';
import { type BodyOf, requestBody, type RequestField } from '../shared/request-fields.js';
import { id, list, nullable, object, oneOf, text, timestamp, type TypeOf } from '../shared/schema.js';

/** Bounds of questions and applications, apart from `LIMITS`, which every visitor loads. Texts are in Unicode characters. */
export const APPLICATION_LIMITS = {
  /** Questions of a dimension. */
  questions: 3,
  question: { max: 200 },
  answer: { max: 500 },
  /** Applications of a member that wait, in all dimensions. */
  waiting: 20,
  /** Hours until a declined applicant can apply again. */
  againHours: 24,
  /** Days until a declined application is deleted. */
  declinedDays: 30,
} as const;

/** An accepted application is a membership, and one that was withdrawn is deleted. */
export const APPLICATION_STATES = ['waiting', 'declined'] as const;
export type ApplicationState = (typeof APPLICATION_STATES)[number];

export const APPLICATION_MESSAGES = phrases({
  mustApply: 'This dimension asks questions before members join. Answer them to apply.',
  cannotApply: 'You cannot apply to this dimension.',
  onlyPublic: 'Only public dimensions can ask questions.',
  badQuestions: 'Questions are a list of texts.',
  tooManyQuestions: ({ max }: { max: number }) => `A dimension can ask up to ${max} questions.`,
  questionRequired: 'Please enter a question.',
  questionTooLong: tooLong('A question'),
  badAnswers: 'An answer is a question with an answer to it.',
  answerRequired: 'Please answer this question.',
  answerTooLong: tooLong('An answer'),
  questionsChanged: 'The questions changed. Read them again and apply.',
  alreadyApplied: 'Your application waits for the staff of this dimension.',
  appliedLately: `Your application was declined. You can apply again ${APPLICATION_LIMITS.againHours} hours after that.`,
  tooManyApplications: ({ max }: { max: number }) =>
    `${max} of your applications wait. Withdraw one, or wait until staff decide.`,
});

export const QUESTION = field(
  'What members answer before they join.',
  'What do you look for in the sky?',
  [
    required(APPLICATION_MESSAGES.questionRequired),
    atMost(APPLICATION_LIMITS.question.max, APPLICATION_MESSAGES.questionTooLong),
  ],
  LINE,
);

export const ANSWER = field(
  'What the applicant answers.',
  'Faint things, on cold nights.',
  [
    required(APPLICATION_MESSAGES.answerRequired),
    atMost(APPLICATION_LIMITS.answer.max, APPLICATION_MESSAGES.answerTooLong),
  ],
  PROSE,
);

export const answerSchema = object('ApplicationAnswer', 'A question as it was asked, and the answer.', {
  question: text(QUESTION.description, {
    maxLength: APPLICATION_LIMITS.question.max,
    example: QUESTION.example,
  }),
  answer: text(ANSWER.description, { maxLength: APPLICATION_LIMITS.answer.max, example: ANSWER.example }),
});
export type ApplicationAnswer = TypeOf<typeof answerSchema>;

export const ownApplicationSchema = object('OwnApplication', 'The application of the caller.', {
  state: oneOf(
    APPLICATION_STATES,
    '`waiting`: staff have not decided. `declined`: the caller can apply again later.',
    'waiting',
  ),
  word: nullable(text('What staff say about it, if anything.', { example: 'Tell us a little more.' })),
  createdAt: timestamp('When the caller applied.'),
  againAt: nullable(timestamp('From when on the caller can apply again; null while it waits.')),
});
export type OwnApplication = TypeOf<typeof ownApplicationSchema>;

export const applicationSchema = object(
  'Application',
  'What a member who wants to join a dimension answered.',
  {
    id: id('The application.'),
    userId: id('The applicant.'),
    ...authorSchema.entries,
    answers: list(answerSchema, 'In the order of the questions.'),
    createdAt: timestamp('When the member applied.'),
  },
);
export type ApplicationView = TypeOf<typeof applicationSchema>;

/** Of two equal questions, the first stays. */
const questionsField = (): RequestField<string[], false> => ({
  optional: false,
  json: {
    type: 'array',
    items: { type: 'string', minLength: 1, maxLength: APPLICATION_LIMITS.question.max },
    maxItems: APPLICATION_LIMITS.questions,
    description: 'All questions. Without any, members join at once.',
    examples: [[QUESTION.example]],
  },
  read: (value) =>
    Array.isArray(value)
      ? [
          ...new Set(
            value.map((question: unknown) =>
              typeof question === 'string' ? readField(QUESTION, question) : question,
            ),
          ),
        ]
      : value,
  problem: (value) => {
    if (!Array.isArray(value) || !value.every((question) => typeof question === 'string')) {
      return APPLICATION_MESSAGES.badQuestions;
    }
    const { questions: max } = APPLICATION_LIMITS;
    if (value.length > max) return APPLICATION_MESSAGES.tooManyQuestions({ max });
    return value
      .map((question) => firstViolation(QUESTION, question))
      .find((violation) => violation !== undefined);
  },
});

function answerProblem(given: unknown): Phrase | undefined {
  if (!isRecord(given) || Object.keys(given).length !== 2) return APPLICATION_MESSAGES.badAnswers;
  const { question, answer } = given;
  return typeof question === 'string' && typeof answer === 'string'
    ? firstViolation(ANSWER, answer)
    : APPLICATION_MESSAGES.badAnswers;
}

const answersField = (): RequestField<ApplicationAnswer[], false> => ({
  optional: false,
  json: {
    type: 'array',
    items: answerSchema.json,
    maxItems: APPLICATION_LIMITS.questions,
    description: 'An answer to each question of the dimension, in their order.',
    examples: [[{ question: QUESTION.example, answer: ANSWER.example }]],
  },
  read: (value) =>
    Array.isArray(value)
      ? value.map((given: unknown) =>
          isRecord(given) && typeof given['answer'] === 'string'
            ? { ...given, answer: readField(ANSWER, given['answer']) }
            : given,
        )
      : value,
  problem: (value) => {
    if (!Array.isArray(value) || value.length > APPLICATION_LIMITS.questions) {
      return APPLICATION_MESSAGES.badAnswers;
    }
    return value.map(answerProblem).find((violation) => violation !== undefined);
  },
});

/** `PUT /api/servers/{id}/questions`. */
export const questionsBody = requestBody({ questions: questionsField() });
export type QuestionsBody = BodyOf<typeof questionsBody>;

/** `POST /api/servers/{id}/application`. */
export const applicationBody = requestBody({ answers: answersField() });
export type ApplicationBody = BodyOf<typeof applicationBody>;
