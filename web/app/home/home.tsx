import { titled } from '../shell/meta.ts'
export const meta = () => titled('Watch. Answer. Rise.')
export default function Home() {
  return <h1>Baobab</h1>
}
