import { rate, type Stereo } from './voices.ts'

/** A comb filter of the reverb: an echo that feeds back and gets duller. */
function comb(input: Float32Array, seconds: number, feedback: number): Float32Array {
  const delay = Math.round(seconds * rate)
  const out = new Float32Array(input.length)
  let dull = 0
  for (let i = delay; i < input.length; i++) {
    dull += 0.55 * ((out[i - delay] ?? 0) - dull)
    out[i] = (input[i - delay] ?? 0) + dull * feedback
  }
  return out
}

function allPass(input: Float32Array, seconds: number): Float32Array {
  const delay = Math.round(seconds * rate)
  const out = new Float32Array(input.length)
  for (let i = 0; i < input.length; i++) {
    const before = input[i - delay] ?? 0
    out[i] = before - 0.6 * (input[i] ?? 0) + 0.6 * (out[i - delay] ?? 0)
  }
  return out
}

function reverb(input: Float32Array, spread: number): Float32Array {
  const sum = new Float32Array(input.length)
  for (const seconds of [0.0297, 0.0371, 0.0411, 0.0437]) {
    const echo = comb(input, seconds + spread, 0.8)
    for (let i = 0; i < sum.length; i++) sum[i] = (sum[i] ?? 0) + (echo[i] ?? 0) * 0.25
  }
  return allPass(allPass(sum, 0.005 + spread), 0.0017)
}

/** Places the players in a small room: `share` is how much of the sound is reverb. */
export function room(dry: Stereo, share: number): Stereo {
  const add = (channel: Float32Array, spread: number) => {
    const wet = reverb(channel, spread)
    return channel.map((value, i) => value + (wet[i] ?? 0) * share)
  }
  return { left: add(dry.left, 0), right: add(dry.right, 0.0011) }
}

/** Softens the peaks without clipping: above a soft knee, loud moments are compressed instead of cut. */
export function soften(mix: Stereo, peak = 0.82): Stereo {
  const loudest = [mix.left, mix.right].map((channel) =>
    channel.reduce((most, value) => Math.max(most, Math.abs(value)), 0),
  )
  const gain = 1.25 / Math.max(...loudest, 1e-6)
  const bend = (value: number) => Math.tanh(value * gain) * peak
  return { left: mix.left.map(bend), right: mix.right.map(bend) }
}

/** The mix as 16-bit stereo PCM with a WAV header, faded in and out. */
export function wav(mix: Stereo, fadeOut = 1.6): Buffer {
  const frames = mix.left.length
  const buffer = Buffer.alloc(44 + frames * 4)
  buffer.write('RIFF', 0)
  buffer.writeUInt32LE(36 + frames * 4, 4)
  buffer.write('WAVEfmt ', 8)
  buffer.writeUInt32LE(16, 16)
  buffer.writeUInt16LE(1, 20)
  buffer.writeUInt16LE(2, 22)
  buffer.writeUInt32LE(rate, 24)
  buffer.writeUInt32LE(rate * 4, 28)
  buffer.writeUInt16LE(4, 32)
  buffer.writeUInt16LE(16, 34)
  buffer.write('data', 36)
  buffer.writeUInt32LE(frames * 4, 40)
  for (let i = 0; i < frames; i++) {
    const fade = Math.min(1, i / (0.02 * rate), (frames - i) / (fadeOut * rate))
    buffer.writeInt16LE(Math.round((mix.left[i] ?? 0) * fade * 32_000), 44 + i * 4)
    buffer.writeInt16LE(Math.round((mix.right[i] ?? 0) * fade * 32_000), 46 + i * 4)
  }
  return buffer
}
