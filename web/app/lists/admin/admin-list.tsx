import type { Endpoint, ReplyOf } from '@baobab/contract/kernel/endpoint.ts'
import { useRef, type ReactNode } from 'react'
import { errorMessage } from '../../api/error-message.ts'
import { Button, buttonClass } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { RefreshFailed } from '../../ui/data-table/refresh-failed.tsx'
import { Empty } from '../../ui/empty.tsx'
import { QueryView, type QueryState } from '../../ui/query-view.tsx'
import { Loading, RowsSkeleton } from '../../ui/skeleton.tsx'
import type { Filters } from './list-address.ts'
import type { ShownList } from './use-admin-list.ts'

export type ListProps<E extends Endpoint, Fs extends Filters, Row> = {
  of: ShownList<E, Fs, Row>
  /** Names the rows for screen readers if no heading does. */
  title?: string | undefined
  className?: string
  heading?: 'h2' | 'h3'
  empty: {
    title: string
    help: string
    /** Shown instead of the help if filters hide rows. */
    narrowed?: string
    /** The button that removes the filters. */
    showAll?: string
    children?: ReactNode
  }
  /**
   * 'always' shows it even for a single page, and turning a page scrolls to the top of the rows. 'if-needed' shows it only if there are
   * several pages (default).
   */
  pager?: 'always' | 'if-needed' | 'none'
  /** Describes the rows on the page; '26 to 50' by default. */
  shown?: (range: string) => string
  /** Shown above the rows. */
  lead?: ((reply: ReplyOf<E>) => ReactNode) | undefined
}

/** The rows of an admin list, or why there are none, with a pager below. */
export function AdminList<E extends Endpoint, Fs extends Filters, Row>({
  children,
  ...props
}: ListProps<E, Fs, Row> & { children: (rows: readonly Row[]) => ReactNode }) {
  const { of, title, className, heading = 'h2', empty, lead } = props
  const { declared, query, rows, isNarrowed, clear } = of
  const top = useRef<HTMLElement>(null)
  return (
    <ListQuery query={query} failed={declared.failed} loading={declared.loading} heading={heading}>
      {(reply) => (
        <>
          {rows.length === 0 ? (
            <Empty
              title={empty.title}
              help={isNarrowed ? (empty.narrowed ?? empty.help) : empty.help}
              heading={heading}
            >
              {isNarrowed && empty.showAll !== undefined && (
                <Button kind="line" onClick={clear}>
                  {empty.showAll}
                </Button>
              )}
              {empty.children}
            </Empty>
          ) : (
            <>
              {lead?.(reply)}
              <section
                className={`card card--flush table-top ${className ?? ''}`.trimEnd()}
                aria-label={title}
                ref={top}
              >
                {children(rows)}
              </section>
            </>
          )}
          <ListPager {...props} onTurn={() => top.current?.scrollIntoView({ block: 'start' })} />
        </>
      )}
    </ListQuery>
  )
}

type PagerProps<E extends Endpoint, Fs extends Filters, Row> = Pick<ListProps<E, Fs, Row>, 'of' | 'pager' | 'shown'> & {
  onTurn: () => void
}

function ListPager<E extends Endpoint, Fs extends Filters, Row>(props: PagerProps<E, Fs, Row>) {
  const { of, pager = 'if-needed', shown = (range) => range, onTurn } = props
  const { declared, query, rows, page, nextCursor, onNext, onPrevious } = of
  const isAlways = pager === 'always' && rows.length > 0
  if (pager === 'none' || !(isAlways || onPrevious || nextCursor !== undefined)) return null
  const turn = (step: () => void) => () => {
    step()
    if (isAlways) onTurn()
  }
  return (
    <Pager
      isStale={query.isPlaceholderData}
      shown={shown(describeRange(page * (declared.perPage ?? 0), rows.length))}
      onPrevious={onPrevious && turn(onPrevious)}
      onNext={nextCursor === undefined ? undefined : turn(() => onNext(nextCursor))}
    />
  )
}

/** Describes the rows after the first `before`: '26 to 50'. */
function describeRange(before: number, rows: number): string {
  if (rows === 0) return ''
  return `${(before + 1).toLocaleString('en-NG')} to ${(before + rows).toLocaleString('en-NG')}`
}

type QueryProps<Data> = {
  query: QueryState<Data> & { error: Error | null }
  failed: string
  loading: string
  heading?: 'h2' | 'h3'
  /** Shown while loading, instead of placeholder rows in a card. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** Shows what an admin list has loaded, with a note above it if it could not be refreshed. */
export function ListQuery<Data>({ query, failed, loading, heading = 'h2', skeleton, children }: QueryProps<Data>) {
  return (
    <QueryView
      query={query}
      failed={failed}
      help={errorMessage(query.error)}
      heading={heading}
      loading={
        skeleton === undefined ? (
          <Card>
            <Loading text={loading}>
              <RowsSkeleton rows={8} />
            </Loading>
          </Card>
        ) : (
          <Loading text={loading}>{skeleton}</Loading>
        )
      }
    >
      {(data) => (
        <>
          {query.isError && (
            <RefreshFailed failure={failed} isBusy={query.isFetching} onRetry={() => void query.refetch()} />
          )}
          {children(data)}
        </>
      )}
    </QueryView>
  )
}

type Props = {
  /** The rows on the page: "1 to 25 of 9,324". */
  shown: string
  /** The rows still belong to another page or selection. Their cursor would lead to a wrong page, so paging is disabled. */
  isStale: boolean
  /** Undefined on the first page. */
  onPrevious?: (() => void) | undefined
  /** Undefined on the last page. */
  onNext?: (() => void) | undefined
  label?: string
}

export function Pager({ shown, isStale, onPrevious, onNext, label = 'Pages' }: Props) {
  return (
    <nav className="row between" aria-label={label}>
      <span className="small muted" role="status">
        {shown}
      </span>
      <div className="row nowrap">
        <Step label="Previous" onStep={isStale ? undefined : onPrevious} />
        <Step label="Next" onStep={isStale ? undefined : onNext} />
      </div>
    </nav>
  )
}

/** Uses `aria-disabled` instead of `disabled`, so that the button keeps the focus on the last page. */
function Step({ label, onStep }: { label: string; onStep: (() => void) | undefined }) {
  return (
    <button
      type="button"
      className={buttonClass({ kind: 'line', size: 'sm' })}
      aria-disabled={onStep === undefined || undefined}
      onClick={onStep}
    >
      {label}
    </button>
  )
}
