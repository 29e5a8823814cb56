import { DropdownMenu } from 'radix-ui';
import { JOURNAL_GROUPS } from '../../../shared/journal/describe.ts';
import { usePanelCommand } from '../../actions/panel-commands.ts';
import { describeFailure } from '../../api/failure-text.ts';
import { describeVerification } from './journal-text.ts';
import type { VerifyView } from './use-journal.ts';
import { WorkingBar } from '../../ui/working.tsx';
import { MenuCheck } from '../../ui/controls/menu-check.tsx';

interface ToolsProps {
  readonly verify: VerifyView;
  /** Names of the groups of kinds that are shown; none: all. */
  readonly groups: readonly string[];
  readonly onGroups: (groups: readonly string[]) => void;
}

export function JournalTools({ verify, groups, onGroups }: ToolsProps) {
  return (
    <>
      <VerifyTool {...verify} />
      <KindMenu groups={groups} onGroups={onGroups} />
    </>
  );
}

function KindMenu({ groups, onGroups }: Pick<ToolsProps, 'groups' | 'onGroups'>) {
  const said = groups.length === 0 ? 'All kinds' : groups.length === 1 ? groups[0] : `${groups.length} kinds`;
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger className="journal-button" aria-label={`Kinds of entries: ${said}`}>
        {said} <span aria-hidden="true">▾</span>
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          {JOURNAL_GROUPS.map(({ name }) => (
            <DropdownMenu.CheckboxItem
              key={name}
              className="menu-item"
              checked={groups.includes(name)}
              onSelect={(event) => event.preventDefault()}
              onCheckedChange={(isWanted) =>
                onGroups(isWanted ? [...groups, name] : groups.filter((group) => group !== name))
              }
            >
              {name}
              <MenuCheck />
            </DropdownMenu.CheckboxItem>
          ))}
          <DropdownMenu.Separator className="menu-line" />
          <DropdownMenu.Item className="menu-item" disabled={groups.length === 0} onSelect={() => onGroups([])}>
            All kinds
          </DropdownMenu.Item>
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function VerifyTool({ verification, isVerifying, failure, verify }: VerifyView) {
  usePanelCommand('journal.verify', verify);
  const said = verification === null ? null : describeVerification(verification);
  return (
    <>
      {isVerifying ? <WorkingBar text="The journal is being verified" /> : null}
      <span role="status" className={said?.tone === 'bad' ? 'journal-unproven' : undefined} title={said?.long}>
        {failure === null ? (isVerifying ? 'verifying…' : said?.short) : describeFailure(failure)}
      </span>
      <button type="button" className="journal-button" onClick={verify} disabled={isVerifying}>
        Verify
      </button>
    </>
  );
}
