import type { ExportFile } from '@baobab/contract/exports.ts'
import { Button } from '../ui/button.tsx'
import { Chip } from '../ui/chip.tsx'
import { formatDateTime } from '../ui/dates.ts'
import { formatCount } from '../ui/format.ts'
import { errorMessage } from '../api/error-message.ts'
import { DownloadExport } from './download-export.tsx'
import type { useExports } from './use-exports.ts'

type Words = { describeFilters: (filters: Record<string, string>) => string }
type Props = Pick<ReturnType<typeof useExports>, 'files'> & Pick<ExportFile, 'what'> & Words

/** The files of the last day; the newest is said to a screen reader when its state changes. */
export function ExportList({ files, what, describeFilters }: Props) {
  if (files.isError && !files.data) {
    return (
      <div className="row between">
        <p>{errorMessage(files.error)}</p>
        <Button
          kind="line"
          size="sm"
          busyLabel={files.isFetching && 'Trying again...'}
          onClick={() => void files.refetch()}
        >
          Try again
        </Button>
      </div>
    )
  }
  const ours = (files.data?.exports ?? []).filter((file) => file.what === what)
  const newest = ours[0]
  return (
    <div className="stack stack-2">
      <p className="sr" role="status">
        {newest && spoken[newest.state]}
      </p>
      {newest && <h3 className="h-20">Files of the last day</h3>}
      <ul className="exports">
        {ours.map((file) => (
          <File key={file._id} file={file} describeFilters={describeFilters} />
        ))}
      </ul>
    </div>
  )
}

const spoken = {
  waiting: 'The file is being made.',
  ready: 'The file is ready.',
  failed: 'The file could not be made.',
}

function File({ file, describeFilters }: { file: ExportFile } & Words) {
  const made = formatDateTime(new Date(file.createdAt))
  return (
    <li>
      <span className="grow">
        <b>{describeFilters(file.filters)}</b>
        <span className="small">
          {[file.format.toUpperCase(), file.rowCount !== null && formatCount(file.rowCount, 'row'), made]
            .filter(Boolean)
            .join(', ')}
        </span>
      </span>
      {file.state === 'waiting' && <Chip icon="timer">Being made</Chip>}
      {file.state === 'failed' && (
        <Chip kind="bad" icon="warning-circle">
          Failed
        </Chip>
      )}
      {file.state === 'ready' && <DownloadExport id={file._id} what={`${file.format.toUpperCase()} of ${made}`} />}
    </li>
  )
}
