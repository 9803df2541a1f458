// The light build has no types of its own; it is the full one without what needs more.
declare module 'hls.js/light' {
  export * from 'hls.js'
  export { default } from 'hls.js'
}
