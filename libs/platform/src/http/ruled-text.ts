import { brokenRule, type FieldRules, MESSAGES, readField } from '@oniverse/contracts';
import { Transform } from 'class-transformer';
import { ValidateBy, ValidateIf, type ValidationArguments } from 'class-validator';

const messageFor = (rules: FieldRules, value: unknown): string | undefined => {
  if (value === undefined || value === null) return brokenRule(rules, '');
  return typeof value === 'string' ? brokenRule(rules, value) : MESSAGES.mustBeText;
};

/**
 * A text field of a body that holds to the rules of `libs/contracts`: trimmed where they say so, an optional
 * empty one counts as absent, and the message is the first broken rule's.
 */
export function RuledText(rules: FieldRules): PropertyDecorator {
  const decorators: PropertyDecorator[] = [
    Transform(({ value }: { value: unknown }) => {
      if (typeof value !== 'string') return rules.optional && value === null ? undefined : value;
      const text = readField(rules, value);
      return rules.optional && text === '' ? undefined : text;
    }),
    ValidateIf((_, value: unknown) => !(rules.optional && value === undefined)),
    ValidateBy({
      name: 'rules',
      validator: {
        validate: (value: unknown) => messageFor(rules, value) === undefined,
        defaultMessage: (context?: ValidationArguments) =>
          messageFor(rules, context?.value) ?? MESSAGES.malformedRequest,
      },
    }),
  ];
  return (target, property) => {
    for (const decorate of decorators) decorate(target, property);
  };
}
