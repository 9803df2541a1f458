import { DataProvider } from '../api/provider.tsx'
import PublicLayout from '../shell/public-layout.tsx'

/** Around the page on which a parent pays: the site's menu, whoever is logged in on this phone. */
export default function ParentLayout() {
  return (
    <DataProvider>
      <PublicLayout />
    </DataProvider>
  )
}
