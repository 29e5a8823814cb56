import { Popover } from 'radix-ui';
import { showNews, useDialogs } from '../../stores/workspace/dialog-store.ts';
import { readServiceNow } from '../../stores/session-store.ts';
import { clearNews, useNews } from '../../stores/toast-store.ts';
import { formatWhen } from '../../ui/words/format.ts';
import './news.css';

/** The latest news in the status bar; a press lists it. */
export function NewsButton() {
  const isOpen = useDialogs((state) => state.isNewsOpen);
  const news = useNews();
  return (
    <Popover.Root open={isOpen} onOpenChange={showNews}>
      <Popover.Trigger className="news-button">News {news.length}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content className="news-card" side="top" align="end" sideOffset={6} aria-label="Latest news">
          <div className="news-head">
            <h3>Latest news</h3>
            <button type="button" className="button" disabled={news.length === 0} onClick={clearNews}>
              Clear
            </button>
          </div>
          {news.length === 0 ? (
            <p className="muted">No news since the window was opened.</p>
          ) : (
            <ol tabIndex={0} aria-label="News, newest first">
              {news.map((item) => (
                <li key={item.id} className={`news-${item.tone}`}>
                  <span className="number muted">{formatWhen(item.at, readServiceNow())}</span>
                  <strong>{item.title}</strong>
                  <span className="news-detail">{item.detail}</span>
                </li>
              ))}
            </ol>
          )}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
