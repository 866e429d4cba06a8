import { useState } from 'react';
import { AvatarButton } from '../ui/avatar.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Halo } from '../ui/halo.js';
import { StatusBar } from '../ui/status-bar.js';
import { Window } from '../ui/window.js';
import { MEMBER, PICTURE } from './samples.js';

export function PageParts() {
  const [editing, setEditing] = useState(false);
  const edit = () => setEditing((now) => !now);
  return (
    <>
      <Halo id={MEMBER} />
      <div className="wrap specimen__head">
        <Window title="vesper" plain>
          <StatusBar
            member={{ username: 'vesper', displayName: 'Vesper Lund' }}
            avatar={
              <AvatarButton
                name="Vesper Lund"
                src={PICTURE}
                label="Upload avatar"
                hoverLabel="UPLOAD"
                onClick={edit}
              />
            }
            presence={
              <Badge filled tone="accent">
                ONLINE
              </Badge>
            }
            actions={
              <>
                <Button small>ARCHIVE</Button>
                <Button small>ALBUM</Button>
                <Button small {...(editing && { look: 'primary' })} onClick={edit}>
                  {editing ? 'SAVE_PROFILE' : 'EDIT_PROFILE'}
                </Button>
              </>
            }
          />
        </Window>
      </div>
    </>
  );
}
