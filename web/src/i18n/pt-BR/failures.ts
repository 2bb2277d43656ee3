export { failures } from '../../../../domain/labels/failures-pt-BR.ts'
