import { SERVER_RULES } from '@oniverse/contracts';
import { useNavigate } from '@tanstack/react-router';
import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.js';
import { Field } from '../../../ui/field.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { NamingDialog } from './naming-dialog.js';
import { useCreateServer } from './servers.mutations.js';

const { create: CREATE, enterCode: CODE } = DIMENSIONS_TEXTS;
/** Matches a code alone or at the end of an invite's address. */
const INVITE_CODE = /(?:^|\/)([\w-]{22})\/?$/u;

function CodeField() {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [isBad, setBad] = useState(false);
  const open = (event: FormEvent) => {
    event.preventDefault();
    const code = INVITE_CODE.exec(text.trim())?.[1];
    setBad(code === undefined);
    if (code !== undefined) void navigate({ to: '/dimensions/invite/$code', params: { code } });
  };
  return (
    <form className="invite-code" noValidate onSubmit={open}>
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

export function PrivateTools({ onCreated }: { onCreated: (serverId: string) => void }) {
  const navigate = useNavigate();
  const { mutateAsync: create } = useCreateServer();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="private-tools">
      <Button look="primary" onClick={() => setOpen(true)}>
        {CREATE.button}
      </Button>
      <CodeField />
      {isOpen && (
        <NamingDialog
          thing="dimension"
          title={CREATE.title}
          text={CREATE.text}
          action={CREATE.action}
          rules={SERVER_RULES}
          onSave={async (named) => {
            const { id } = await create(named);
            onCreated(id);
            await navigate({ to: '/dimensions/private', search: { server: id } });
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}
