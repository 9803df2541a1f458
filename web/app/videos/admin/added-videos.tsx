import type { AdminVideo } from '@baobab/contract/videos-admin.ts'
import { Link } from 'react-router'
import { paths } from '../../paths.ts'
import { buttonClass } from '../../ui/button.tsx'
import { Note } from '../../ui/note.tsx'
import { useAdminVideos } from './use-admin-videos.ts'

/** What was stored since the page was opened, each as it stands now. */
export function AddedVideos({ stored }: { stored: readonly AdminVideo[] }) {
  const present = useAdminVideos().data
  return (
    <div className="stack" role="status">
      {stored.map((video) => (
        <Added key={video._id} video={present?.find(({ _id }) => _id === video._id) ?? video} />
      ))}
    </div>
  )
}

function Added({ video: { _id, title, state, failure } }: { video: AdminVideo }) {
  const isFailed = state === 'failed'
  return (
    <Note kind={isFailed ? 'warn' : 'ok'}>
      <div className="stack stack-2">
        <p>
          <b>{title}</b> is stored. {isFailed ? failure : 'A quiz makes it complete.'}
        </p>
        <p>
          <Link
            className={buttonClass({ kind: 'line', size: 'sm' })}
            to={isFailed ? paths.admin.videoUpdate(_id) : paths.admin.triviaFormFor(_id, '11-20')}
          >
            {isFailed ? 'See what can be done' : 'Add New Trivia'}
          </Link>
        </p>
      </div>
    </Note>
  )
}
