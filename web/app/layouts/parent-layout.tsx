import { QueryProvider } from '../api/query-provider.tsx'
import PublicLayout from './public-layout.tsx'

/** Around the page on which a parent pays: the site's menu, whoever is logged in on this phone. */
export default function ParentLayout() {
  return (
    <QueryProvider>
      <PublicLayout />
    </QueryProvider>
  )
}
