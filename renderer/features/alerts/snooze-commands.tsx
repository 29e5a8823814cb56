import { usePanelCommand } from '../../actions/panel-commands.ts';
import { SNOOZES } from './snoozes.ts';

interface CommandsProps {
  readonly onSnooze: (minutes: number) => void;
  readonly onWake: () => void;
}

/** Lets every alert that is raised be silent, and every silent one be told again, from the palette. */
export function SnoozeCommands({ onSnooze, onWake }: CommandsProps) {
  usePanelCommand('alerts.wake', onWake);
  return SNOOZES.map(({ minutes }) => <SnoozeCommand key={minutes} minutes={minutes} onSnooze={onSnooze} />);
}

function SnoozeCommand({ minutes, onSnooze }: Pick<CommandsProps, 'onSnooze'> & { readonly minutes: number }) {
  usePanelCommand(`alerts.snooze.${minutes}`, () => onSnooze(minutes));
  return null;
}
