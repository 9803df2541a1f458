import { text } from '@baobab/contract/text.ts'
import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'

export const meta = () => titled('Notifications')

export default function Notifications() {
  return (
    <>
      <PageHead title="Notifications" />
      <Empty title={text.noNotifications} help="Nobody has sent you anything. A story is waiting all the same.">
        <Link className={buttonClass()} to={paths.student.videos}>
          Watch a story
        </Link>
      </Empty>
    </>
  )
}
