// The light build has no types of its own. Its interface is the same as the full build's.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
