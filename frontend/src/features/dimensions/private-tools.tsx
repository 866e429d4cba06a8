import { RULES } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../ui/button.js';
import { Field } from '../../ui/field.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { NamingDialog } from './naming-dialog.js';
import { useCreateServer } from './servers.mutations.js';

const { create: CREATE, enterCode: CODE } = DIMENSIONS_TEXTS;
/** A code by itself, or at the end of an invite's address. */
const CODE_IN = /(?:^|\/)([\w-]{22})\/?$/u;

function CodeField() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isBad, setBad] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const code = CODE_IN.exec(text.trim())?.[1];
    setBad(code === undefined);
    if (code !== undefined) void navigate({ to: '/dimensions/invite/$code', params: { code } });
  };
  return (
    <form className="code" noValidate onSubmit={open}>
      <Field
        label={CODE.label}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => setText(event.target.value)}
        error={isBad ? CODE.bad : undefined}
      />
      <Button type="submit">{CODE.action}</Button>
    </form>
  );
}

/** The ways to a private server: making one, and an invite's code. */
export function PrivateTools() {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateServer();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="own">
      <Button look="primary" onClick={() => setOpen(true)}>
        {CREATE.button}
      </Button>
      <CodeField />
      {isOpen && (
        <NamingDialog
          title={CREATE.title}
          text={CREATE.text}
          action={CREATE.action}
          rules={RULES.server}
          onSave={async (named) => {
            const { id } = await create(named);
            await navigate({ to: '/dimensions/private', search: { server: id } });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
