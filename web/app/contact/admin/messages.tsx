import type { MessageFilter } from '@baobab/contract/contact-admin.ts'
import { useCallback } from 'react'
import { pageMeta } from '../../shell/page-meta.ts'
import { PageHead } from '../../ui/page-head.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { SearchField } from '../../ui/data-table/search-field.tsx'
import { MessageList } from './message-list.tsx'
import { MessagePane } from './message-pane.tsx'
import { useInboxView } from './use-inbox.ts'

export const meta = () => pageMeta('Messages')

const filters: { value: MessageFilter; label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'unread', label: 'Unread' },
  { value: 'answered', label: 'Answered' },
]

/** The contact form's inbox: list and message beside each other, on a phone one after the other. */
export default function AdminMessages() {
  const { show, search, openId, addressOf, change } = useInboxView()
  const seek = useCallback((text: string) => change({ search: text }), [change])
  return (
    <>
      <PageHead title="Messages" lead="What people wrote to us on the Contact page.">
        <SearchField label="Search messages" placeholder="Search name, email or text" value={search} onSearch={seek} />
      </PageHead>
      <div className={openId ? 'inbox inbox--open' : 'inbox'}>
        <section className="inbox__l" aria-label="Inbox">
          <Segmented label="Show" options={filters} value={show} onChange={(value) => change({ show: value })} />
          <MessageList show={show} search={search} openId={openId} addressOf={addressOf} />
        </section>
        <div className="inbox__m">
          {openId ? (
            <MessagePane key={openId} messageId={openId} back={addressOf(undefined)} />
          ) : (
            <p className="muted inbox__none">Choose a message to read it here.</p>
          )}
        </div>
      </div>
    </>
  )
}
