/**
 * Compiles the kernel (kernel/*.ts, AssemblyScript) and writes it into the module that the wrapper loads. To be run
 * after every change there.
 *
 *     npm run kernel
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { compileKernel, kernelModule } from '../test/support/compile-kernel.ts'

const code = compileKernel()
writeFileSync(join(import.meta.dirname, '..', 'src', 'formats', 'chess-kernel', 'module.ts'), kernelModule(code))
console.log(`the kernel has ${code.length} bytes`)
