import { Entity, Index, PrimaryColumn } from 'typeorm';
import { Case } from './case.entity.js';
import { PrimaryReferenceColumn, References } from './columns.js';
import { StoredObject } from './stored-object.entity.js';

/** A file of a reported message. Its bytes stay for the staff who handle the case when the message is deleted. */
@Entity('case_files')
@Index('case_files_path_idx', ['path'])
export class CaseFile {
  @PrimaryReferenceColumn(() => Case, 'CASCADE')
  caseId!: string;

  /** The original of an attachment. */
  @PrimaryColumn('text')
  @References(() => StoredObject, 'CASCADE')
  path!: string;
}
