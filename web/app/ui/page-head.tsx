import type { ReactNode } from 'react'

/** The h1 of a page, a line under it, and at the end of the row its actions or filters. */
export function PageHead({ title, lead, children }: { title: ReactNode; lead?: ReactNode; children?: ReactNode }) {
  return (
    <div className="phead">
      <div>
        <h1>{title}</h1>
        {lead && <p>{lead}</p>}
      </div>
      {children}
    </div>
  )
}
