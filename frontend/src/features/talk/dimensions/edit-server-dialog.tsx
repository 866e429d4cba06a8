import { SERVER_RULES, type ServerView } from '@oniverse/contracts';
import { useState } from 'react';
import { Select } from '../../../ui/select.js';
import { DIMENSIONS_TEXTS } from './dimensions.texts.js';
import { NamingDialog } from './naming-dialog.js';
import { useUpdateServer } from './servers.mutations.js';

const { manage: TEXTS } = DIMENSIONS_TEXTS;

/** Asks for the name, the topic and the settings of a dimension. */
export function EditServerDialog({ server, onClose }: { server: ServerView; onClose: () => void }) {
  const { mutateAsync: update } = useUpdateServer(server.id);
  const stored = server.hasLinkPreviews ? 'on' : 'off';
  const [linkPreviews, setLinkPreviews] = useState<'on' | 'off'>(stored);
  return (
    <NamingDialog
      thing={`dimension:${server.id}`}
      title={TEXTS.editTitle}
      action={TEXTS.save}
      rules={SERVER_RULES}
      initial={server}
      isChanged={linkPreviews !== stored}
      onSave={async (named) => update({ ...named, hasLinkPreviews: linkPreviews === 'on' })}
      onClose={onClose}
    >
      <Select
        label={TEXTS.linkPreviews}
        options={(['on', 'off'] as const).map((value) => ({
          value,
          title: TEXTS.linkPreviewsOptions[value],
        }))}
        value={linkPreviews}
        onChange={setLinkPreviews}
      />
    </NamingDialog>
  );
}
