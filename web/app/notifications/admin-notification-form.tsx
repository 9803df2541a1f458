import { Link } from 'react-router'
import { paths } from '../paths.ts'
import { titled } from '../shell/meta.ts'
import { buttonClass } from '../ui/button.tsx'
import { Empty } from '../ui/empty.tsx'
import { PageHead } from '../ui/page-head.tsx'

export const meta = () => titled('Send notification')

/** There is no form to fill here, and the page says so rather than show one that sends nothing. */
export default function AdminNotificationForm() {
  return (
    <>
      <PageHead title="Send notification" />
      <Empty
        title="Notices cannot be sent from here."
        help="This Baobab sends no notices to students. What every student sees at once is a new video."
      >
        <Link className={buttonClass()} to={paths.admin.videoUpload}>
          Upload Video
        </Link>
      </Empty>
    </>
  )
}
