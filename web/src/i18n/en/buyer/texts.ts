import { buy } from '../buy.ts'
import { common } from '../common.ts'
import { pay } from '../pay.ts'

export const texts = { common, pay, buy }
