import { useState } from 'react';
import { Avatar } from '../ui/avatar.js';
import { Badge } from '../ui/badge.js';
import { Button } from '../ui/button.js';
import { Chip, Chips, RemovableChip, ToggleChip } from '../ui/chip.js';
import { Facts, Numeral, Stats, Strength } from '../ui/facts.js';
import { IconButton } from '../ui/icon-button.js';
import { Icon } from '../ui/icons.js';
import { UnreadBadge, Plate, Tally } from '../ui/plate.js';
import { Progress } from '../ui/progress.js';
import { Tabs } from '../ui/tabs.js';
import { Window } from '../ui/window.js';
import { PICTURE } from './samples.js';

const BOARDS = ['All Boards', 'Plates', 'Night walks', 'Dreams'];
const HASHTAGS = ['aurora', 'north', 'long_exposure'];

function Buttons() {
  return (
    <div>
      <div className="specimen__row">
        <Button look="primary">Primary</Button>
        <Button>
          <Icon name="plus" small />
          Secondary
        </Button>
        <Button look="danger">Delete</Button>
        <Button look="danger-fill">Delete board</Button>
        <Button look="quiet">Discard</Button>
      </div>
      <div className="specimen__row">
        <Button look="primary" pending="linking...">
          claim your spot
        </Button>
        <Button disabled>Off</Button>
        <Button small>Small</Button>
        <IconButton icon="settings" name="Album settings" look="secondary" />
        <IconButton icon="more" name="More" />
      </div>
    </div>
  );
}

function ChipParts() {
  const [board, setBoard] = useState('All Boards');
  const [tags, setTags] = useState(HASHTAGS);
  return (
    <div>
      <Chips label="Boards" oneLine>
        {BOARDS.map((name) => (
          <ToggleChip key={name} pressed={name === board} onClick={() => setBoard(name)}>
            {name}
          </ToggleChip>
        ))}
        <ToggleChip pressed={false} disabled>
          #moon
        </ToggleChip>
      </Chips>
      <Chips>
        {tags.map((tag) => (
          <RemovableChip
            key={tag}
            removeName={`Remove #${tag}`}
            onRemove={() => setTags((now) => now.filter((one) => one !== tag))}
          >
            #{tag}
          </RemovableChip>
        ))}
        <Chip>#still</Chip>
      </Chips>
      <div className="specimen__row">
        <Badge filled>Public</Badge>
        <Badge>Private</Badge>
        <Badge filled tone="warm">
          Archived
        </Badge>
        <Badge filled tone="accent">
          ONLINE
        </Badge>
        <Badge tone="warm">Your Node</Badge>
        <Badge tone="danger">account suspended</Badge>
        <UnreadBadge count={3} name="3 unread" />
      </div>
    </div>
  );
}

function Working() {
  return (
    <div className="specimen__col">
      <Progress label="dunes.jpg" done={0.62} />
      <Progress label="Preparing the picture" done={null} />
      <Progress label="trails.jpg" done={0.3} error="ERROR: the connection was lost" />
    </div>
  );
}

function NodeDetails() {
  return (
    <div>
      <Plate title="Node details" level={3} aside={<IconButton icon="close" name="Clear selection" small />}>
        <div className="specimen__row specimen__gap">
          <Avatar name="otto_n" src={PICTURE} />
          <Avatar name="pell" src={null} />
          <Avatar name="pell" src={null} size="s" />
        </div>
        <Facts
          facts={[
            { name: 'connections', value: <Numeral>4</Numeral> },
            { name: 'shared with you', value: '#maps #night_walks' },
            { name: 'sable', value: <Strength value={0.6} /> },
          ]}
        />
      </Plate>
      <Plate
        title="Network Stats"
        level={3}
        aside={
          <Badge filled tone="accent">
            live
          </Badge>
        }
      >
        <Stats
          stats={[
            { name: 'total nodes', value: 34 },
            { name: 'active links', value: 46 },
            {
              name: 'density',
              value: (
                <>
                  8.2<small>%</small>
                </>
              ),
            },
          ]}
        />
      </Plate>
    </div>
  );
}

const PANELS = [
  { value: 'profile', title: 'Profile', content: 'Name and bio.' },
  { value: 'appearance', title: 'Appearance', content: 'The theme.' },
  { value: 'security', title: 'Security', content: 'The password.' },
] as const;
type Panel = (typeof PANELS)[number]['value'];

export function SmallParts() {
  const [panel, setPanel] = useState<Panel>('profile');
  return (
    <>
      <Window title="Controls and marks" aside={<Tally>{12}</Tally>}>
        <div className="specimen__two">
          <Buttons />
          <ChipParts />
        </div>
      </Window>
      <Window title="Groups and progress">
        <div className="specimen__two">
          <NodeDetails />
          <div>
            <Tabs label="Settings" tabs={PANELS} value={panel} onChange={setPanel} />
            <Working />
          </div>
        </div>
      </Window>
    </>
  );
}
