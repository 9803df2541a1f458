import type { MessageWriter } from '@baobab/contract/contact/endpoints.ts'
import { studentDetails } from '@baobab/contract/students/endpoints.ts'
import { listAllPayments } from '@baobab/contract/payments/admin.ts'
import { Link } from 'react-router'
import { adminPaths } from '../../admin-paths.ts'
import { IfAllowed } from '../../shell/if-allowed.tsx'
import { buttonClass } from '../../ui/button.tsx'
import { Chip } from '../../ui/chip.tsx'
import { text } from './text.ts'

/** The student whose email address a message has, with links to the account and the payments. */
export function Writer({ writer }: { writer: MessageWriter }) {
  const { username, hasPaid, payments } = writer
  return (
    <section className="inbox__a stack stack-2" aria-label={text.writer}>
      <h3 className="inbox__ah">
        {text.writer}
        <Chip kind={hasPaid ? 'ok' : 'plain'}>{hasPaid ? text.hasPaid : text.hasNotPaid}</Chip>
      </h3>
      <div className="row">
        <IfAllowed who={studentDetails.who} otherwise={username}>
          <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.student(username)}>
            {username}
            <span className="sr">, {text.openAccount}</span>
          </Link>
        </IfAllowed>
        {payments > 0 && (
          <IfAllowed who={listAllPayments.who}>
            <Link className={buttonClass({ kind: 'line', size: 'sm' })} to={adminPaths.paymentsOf(username)}>
              {text.openPayments(payments)}
            </Link>
          </IfAllowed>
        )}
      </div>
      <p className="small muted">{text.notProven}</p>
    </section>
  )
}
