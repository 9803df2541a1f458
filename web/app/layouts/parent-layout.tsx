import { QueryProvider } from '../api/query-provider.tsx'
import PublicLayout from './public-layout.tsx'

/** The layout of the page where a parent pays: the site's menu, even if a student is logged in on the same device. */
export default function ParentLayout() {
  return (
    <QueryProvider>
      <PublicLayout />
    </QueryProvider>
  )
}
