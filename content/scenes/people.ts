import type { Look } from '../draw/person.ts'
import { ink, skin } from '../draw/pigments.ts'

/** The cast of the four videos about everyday life. */
export const bisi: Look = {
  build: 'child',
  head: { skin: skin.warm, hair: 'puffs' },
  top: { colour: ink.white, trim: ink.palm600, length: 0.55, pattern: 'pinafore', sleeve: 'short', flare: 0.36 },
  shoe: ink.black,
}

export const baba: Look = {
  build: 'elder',
  head: {
    skin: skin.brown,
    hair: 'fade',
    hairColour: ink.white,
    wear: 'fila',
    wearColour: ink.laterite700,
    wearTrim: ink.danfo500,
    beard: '#F1EEE6',
  },
  top: { colour: ink.danfo100, trim: ink.indigo700, length: 0.72, pattern: 'embroidered', sleeve: 'long', flare: 0.24 },
  legs: { colour: ink.danfo100, length: 0.95 },
  shoe: ink.laterite800,
}

export const okon: Look = {
  build: 'adult',
  head: { skin: skin.deep, hair: 'fade' },
  top: { colour: ink.palm800, trim: ink.danfo500, length: 0.12, pattern: 'suit', sleeve: 'long' },
  legs: { colour: ink.palm800, length: 0.96 },
  shoe: ink.black,
}

export const conductor: Look = {
  build: 'adult',
  head: { skin: skin.brown, hair: 'fade', wear: 'cap', wearColour: ink.palm600, wearTrim: ink.white },
  top: { colour: ink.laterite500, trim: ink.danfo200, length: 0.1, pattern: 'check', sleeve: 'short' },
  legs: { colour: ink.slate, length: 0.94 },
  shoe: ink.black,
}

export const trader: Look = {
  build: 'adult',
  head: { skin: skin.warm, wear: 'gele', wearColour: ink.zobo700, wearTrim: ink.zobo300 },
  top: { colour: ink.zobo300, trim: ink.zobo700, length: 0.8, pattern: 'adire', sleeve: 'short' },
  shoe: ink.laterite800,
}

export const halimat: Look = {
  build: 'child',
  head: { skin: skin.warm, wear: 'hijab', wearColour: ink.danfo200 },
  top: { colour: ink.palm600, trim: ink.danfo500, length: 0.86, pattern: 'plain', sleeve: 'long', flare: 0.26 },
  shoe: ink.laterite800,
}

export const halimatsMother: Look = {
  build: 'adult',
  head: { skin: skin.warm, wear: 'hijab', wearColour: ink.indigo600 },
  top: { colour: ink.indigo800, trim: ink.danfo500, length: 0.88, pattern: 'adire', sleeve: 'long', flare: 0.2 },
  shoe: ink.laterite800,
}

export const bitrus: Look = {
  build: 'child',
  head: { skin: skin.deep, hair: 'crop' },
  top: { colour: ink.laterite500, trim: ink.danfo200, length: 0.1, pattern: 'check', sleeve: 'short' },
  legs: { colour: ink.indigo700, length: 0.46 },
  shoe: ink.laterite800,
}

export const bitrusMother: Look = {
  build: 'adult',
  head: { skin: skin.deep, wear: 'gele', wearColour: ink.danfo500, wearTrim: ink.laterite600 },
  top: { colour: ink.laterite600, trim: ink.danfo500, length: 0.84, pattern: 'asooke', sleeve: 'short' },
  shoe: ink.black,
}

export const grandmother: Look = {
  build: 'elder',
  head: { skin: skin.brown, wear: 'gele', wearColour: ink.indigo100, wearTrim: ink.indigo600, hairColour: ink.white },
  top: { colour: ink.indigo600, trim: ink.indigo100, length: 0.84, pattern: 'adire', sleeve: 'long' },
  shoe: ink.laterite800,
}

export const chinedu: Look = {
  build: 'child',
  head: { skin: skin.brown, hair: 'crop' },
  top: { colour: ink.danfo500, trim: ink.laterite600, length: 0.12, pattern: 'plain', sleeve: 'short' },
  legs: { colour: ink.indigo600, length: 0.46 },
  shoe: ink.laterite800,
}

export const ada: Look = {
  build: 'child',
  head: { skin: skin.light, hair: 'puffs' },
  top: { colour: ink.zobo700, trim: ink.zobo300, length: 0.5, pattern: 'adire', sleeve: 'short', flare: 0.34 },
  shoe: ink.laterite800,
}

export const musa: Look = {
  build: 'child',
  head: { skin: skin.deep, hair: 'none', wear: 'hula', wearColour: ink.white, wearTrim: ink.palm600 },
  top: { colour: ink.palm600, trim: ink.palm100, length: 0.5, pattern: 'embroidered', sleeve: 'long' },
  legs: { colour: ink.palm600, length: 0.9 },
  shoe: ink.laterite800,
}

export const kemi: Look = {
  build: 'child',
  head: { skin: skin.warm, hair: 'braids' },
  top: { colour: ink.indigo300, trim: ink.indigo700, length: 0.5, pattern: 'plain', sleeve: 'short', flare: 0.34 },
  shoe: ink.black,
}

export const danladi: Look = {
  build: 'child',
  head: { skin: skin.brown, hair: 'none', wear: 'hula', wearColour: ink.palm700, wearTrim: ink.danfo500 },
  top: { colour: ink.indigo300, trim: ink.indigo700, length: 0.5, pattern: 'embroidered', sleeve: 'long' },
  legs: { colour: ink.indigo300, length: 0.86 },
  shoe: ink.laterite800,
}

export const garba: Look = {
  build: 'adult',
  head: { skin: skin.deep, hair: 'fade' },
  top: { colour: ink.pepper600, trim: ink.white, length: 0.1, pattern: 'plain', sleeve: 'short' },
  legs: { colour: ink.indigo900, length: 0.94 },
  shoe: ink.white,
}

export const sani: Look = {
  build: 'adult',
  head: { skin: skin.warm, hair: 'none', wear: 'cap', wearColour: ink.indigo700, wearTrim: ink.danfo500 },
  top: { colour: ink.slate, trim: ink.danfo500, length: 0.1, pattern: 'check', sleeve: 'short' },
  legs: { colour: ink.laterite800, length: 0.94 },
  shoe: ink.white,
}

export const mother: Look = {
  build: 'adult',
  head: { skin: skin.light, wear: 'hijab', wearColour: ink.zobo700 },
  top: { colour: ink.zobo300, trim: ink.zobo700, length: 0.88, pattern: 'adire', sleeve: 'long', flare: 0.2 },
  shoe: ink.laterite800,
}

export const cobbler: Look = {
  build: 'elder',
  head: {
    skin: skin.deep,
    hair: 'none',
    wear: 'hula',
    wearColour: ink.danfo100,
    wearTrim: ink.laterite600,
    beard: '#F1EEE6',
  },
  top: { colour: ink.palm700, trim: ink.danfo500, length: 0.5, pattern: 'embroidered', sleeve: 'long' },
  legs: { colour: ink.palm700, length: 0.9 },
  shoe: ink.black,
}
