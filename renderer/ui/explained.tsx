import { Tooltip } from 'radix-ui';
import { memo, type ReactNode } from 'react';
import './explained.css';

interface ExplainedProps {
  readonly explanation: string;
  readonly children: ReactNode;
}

/** A word with its explanation on hover and on focus. */
export const Explained = memo(({ explanation, children }: ExplainedProps) => {
  return (
    <Tooltip.Root>
      <Tooltip.Trigger asChild>
        <button type="button" className="explained">
          {children}
        </button>
      </Tooltip.Trigger>
      <Tooltip.Portal>
        <Tooltip.Content className="explanation" sideOffset={4} collisionPadding={8}>
          {explanation}
        </Tooltip.Content>
      </Tooltip.Portal>
    </Tooltip.Root>
  );
});

/** Wraps the app once: explanations open after a short rest of the pointer. */
export function ExplanationProvider({ children }: { readonly children: ReactNode }) {
  return <Tooltip.Provider delayDuration={250}>{children}</Tooltip.Provider>;
}
