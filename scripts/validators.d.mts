export declare function generateValidators(): void;
