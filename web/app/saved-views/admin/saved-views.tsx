import type { SavedViewList } from '@baobab/contract/saved-views/endpoints.ts'
import { useOnDemand } from '../../shell/use-on-demand.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { text } from './text.ts'
import { useOpenDefault, useSavedViews, type ViewColumns } from './use-saved-views.ts'

type Props = { list: SavedViewList; /** For a list whose columns can be hidden. */ columns?: ViewColumns }

/** A button that opens the admin's views of a list, and shows the current view's name. The default view opens automatically. */
export function SavedViews({ list, columns }: Props) {
  const views = useSavedViews(list, columns)
  const { present } = views
  useOpenDefault(views)
  const dialog = useOnDemand(async () => (await import('./views-dialog.tsx')).ViewsDialog)
  return (
    <>
      <Button
        kind="line"
        className="views"
        aria-label={present && text.viewsNow(present.name)}
        busyLabel={dialog.busyLabel}
        onClick={() => void dialog.open()}
      >
        <Icon name={present ? 'bookmark-fill' : 'bookmark'} />
        <span className="clip">{present?.name ?? text.views}</span>
      </Button>
      {dialog.Loaded && <dialog.Loaded list={list} columns={columns} onClose={dialog.close} />}
    </>
  )
}
