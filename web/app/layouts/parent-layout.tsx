import { QueryProvider } from '../api/query-provider.tsx'
import { PageReader } from '../read-aloud/page-reader.tsx'
import PublicLayout from './public-layout.tsx'

/** The layout of the page where a parent pays: the site's menu, even if a student is logged in on the same device. */
export default function ParentLayout() {
  return (
    <QueryProvider>
      <PublicLayout reader={<PageReader className="icon-btn" />} />
    </QueryProvider>
  )
}
